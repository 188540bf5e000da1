import Testing

/// The grammars of the peers, and the same diagram in the grammar of MarbleTesting.
@Suite struct PeerDiagramTests {
  @Test(arguments: [
    ("-a-b|", "-a-b|"),
    // A group takes a frame for each of its characters.
    ("-(ab)-c|", "-(ab)----c|"),
    ("--(b|)", "--(b|)"),
    // `^` is the frame of time zero; spaces take time, but not at the end.
    ("-a-^--b|  ", "---b|"),
    ("  -a", "---a"),
    ("-a-#--b", "-a-#"),
  ])
  func `a diagram of RxJS has this form here`(peer: String, here: String) {
    #expect(PeerDiagram(peer, .rxJS).text == here)
  }

  @Test func `spaces take no time in the run mode of RxJS`() {
    #expect(PeerDiagram("  -a (bc) |", .rxJSRun).text == "-a(bc)---|")
  }

  @Test(arguments: [("^  !  ", "^--!"), ("  (^!)", "--(^!)"), ("    ^", "----^")])
  func `a subscription diagram of RxJS has this form here`(peer: String, here: String) {
    #expect(PeerDiagram(peer, .rxJS, subscription: true).text == here)
  }

  @Test(arguments: [
    ("a -[bc]^d|", "a-(bc)#"),
    ("---[a|]", "---(a|)"),
    ("'ab''c'-|", "'ab' 'c' -|"),
    // Names may contain signs.
    ("'a-^|'|", "'a-^|' |"),
  ])
  func `a diagram of AsyncAlgorithms has this form here`(peer: String, here: String) {
    #expect(PeerDiagram(peer, .asyncAlgorithms).text == here)
  }

  @Test func `a pause delays the demand after a number of values`() {
    let diagram = PeerDiagram("X,,,[1,],,[2,][3,][45]|", .asyncAlgorithms)
    #expect(diagram.text == "X---(1)--(2)(3)(45)|")
    #expect(diagram.pauses == [1: 4, 2: 7, 3: 8, 4: 9])
  }

  @Test func `a cancellation has a frame`() {
    #expect(PeerDiagram("a--b-[;|]", .asyncAlgorithms).cancelled == 5)
    #expect(PeerDiagram("a--b-[;|]", .asyncAlgorithms).text == "a--b-(|)")
  }

  @Test func `with a clock, time starts a frame before the diagram`() {
    let diagram = PeerDiagram("-x-[;x|]", .asyncAlgorithmsClock)
    #expect(diagram.text == "--x-(x|)")
    #expect(diagram.cancelled == 4)
  }
}
