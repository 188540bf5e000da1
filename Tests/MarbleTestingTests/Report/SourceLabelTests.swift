import CombineShim
import MarbleTesting
import TestSupport
import Testing

@Suite struct SourceLabelTests {
  @Test(arguments: [0, 1, 2, 40, 1_000, UInt.max])
  func `a column that a helper made up costs at most the name`(_ column: UInt) {
    let failures = failures {
      marbles { m in
        let letters = m.hot("-a|", column: column)
        m.expect(letters, "-b|", column: column)
      }
    }
    let lines = failures.first?.text.split(separator: "\n") ?? []
    #expect(lines.first?.hasSuffix(" letters: 1 different value") == true)
    #expect(lines.count > 2 && lines[2].contains("-a|"))
  }

  @Test(arguments: [0, UInt.max])
  func `a line that a helper made up costs at most the name`(_ line: UInt) {
    let failures = failures {
      marbles { m in
        let letters = m.hot("-a|", line: line)
        m.expect(letters, "-b|", line: line)
      }
    }
    #expect(failures.first?.text.contains("  stream: 1 different value") == true)
  }

  @Test func `names are read where other letters stand before them`() {
    let failures = failures {
      marbles { m in
        let größe = m.hot("-a|")
        let 名前 = m.hot("-b|"), größer = m.hot("-c|")
        m.expect(größe, "-b|"); m.expect(größer.map { $0 }, "-b|"); m.expect(名前, "-c|")
      }
    }
    let labels = failures.map { $0.withoutPlace.prefix { $0 != ":" } }
    #expect(labels == ["größe", "größer.map { $0 }", "名前"])
    let lanes = failures.first?.text.split(separator: "\n").dropFirst().prefix(4)
    #expect(
      lanes?.joined(separator: "\n") == """
         time(ms)  0
         größe     -a|
         名前      -b|
         größer    -c|
        """
    )
  }

  @Test func `a stream has the name that stands in its own call`() {
    let failures = failures {
      marbles { m in
        let a = m.hot("-a|"), b = m.hot("-b|")
        m.expect(a, "-x|"); m.expect(b, "-x|")
        #expect(1 == 1); m.expect(b, "-x|")
        m
          .expect(a, "-x|")
      }
    }
    #expect(failures.map { $0.withoutPlace.prefix { $0 != ":" } } == ["a", "b", "b", "a"])
  }
}
