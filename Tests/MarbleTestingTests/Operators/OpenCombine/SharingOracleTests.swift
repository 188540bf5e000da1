import CombineShim
import MarbleTesting
import Testing

/// One subscription for several subscribers, and subjects.
@Suite struct SharingOracleTests {
  @Test func `share subscribes once`() {
    marbles { m in
      let a = m.cold("-a-b|")
      let out = a.share()
      m.expect(out, "-a-b|")
      m.expect(out, "-a-b|")
      m.expectSubscriptions(a, ["^---!"])
    }
  }

  @Test func `share misses values for the second subscriber while the first subscribes`() {
    marbles { m in
      let out = Just("a").share()
      m.expect(out, "(a|)")
      m.expect(out, "|")
    }
  }

  @Test func `a late subscriber of share misses earlier values`() {
    marbles { m in
      let a = m.cold("-a-b-c|")
      let out = a.share()
      let x = m.hot("--x-|")
      m.expect(out, "-a-b-c|")
      m.expect(x.flatMap { _ in out }, "---b-c|")
      m.expectSubscriptions(a, ["^-----!"])
    }
  }

  @Test func `share continues while one subscriber remains and ends with the last`() {
    marbles { m in
      let a = m.cold("-a-b-c|")
      let out = a.share()
      m.expect(out.first(), "-(a|)")
      m.expect(out.first { $0 == "b" }, "---(b|)")
      m.expectSubscriptions(a, ["^--!"])
    }
  }

  @Test func `a failure reaches every subscriber`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let out = a.share()
      m.expect(out, "-a-#", failure: Offline())
      m.expect(out, "-a-#", failure: Offline())
    }
  }

  @Test func `multicast starts when it is connected`() {
    marbles { m in
      let a = m.cold("-a-b|")
      let out = a.multicast(subject: PassthroughSubject<String, Never>())
      m.at(.frames(2)) { m.keep(out.connect()) }
      m.expect(out, "---a-b|")
      m.expect(out, "---a-b|")
      m.expectSubscriptions(a, ["--^---!"])
    }
  }

  @Test func `multicast ends its subscription when it is disconnected`() {
    marbles { m in
      let a = m.cold("-a-b|")
      let out = a.multicast { PassthroughSubject<String, Never>() }
      let connection = out.connect()
      m.at(.frames(2)) { connection.cancel() }
      m.expect(out, "-a")
      m.expectSubscriptions(a, ["^-!"])
    }
  }

  @Test func `a passthrough subject replays nothing`() {
    marbles { m in
      let out = PassthroughSubject<String, Never>()
      m.at(.zero) { out.send("a") }
      let x = m.hot("-x--|")
      m.hot("--b") { out.send($0) }
      m.at(.frames(5)) { out.send(completion: .finished) }
      m.expect(out, "a-b--|")
      m.expect(x.flatMap { _ in out }, "--b--|")
    }
  }

  @Test func `a current value subject starts with its value`() {
    marbles { m in
      let out = CurrentValueSubject<String, Never>("0")
      let x = m.hot("---x|")
      m.hot("--a-b") { out.send($0) }
      m.at(.frames(5)) { out.send(completion: .finished) }
      m.expect(out, "0-a-b|")
      m.expect(x.flatMap { _ in out }, "---ab|")
    }
  }

  @Test func `after its completion a current value subject replays the completion only`() {
    marbles { m in
      let out = CurrentValueSubject<String, Never>("0")
      let x = m.hot("---x|")
      m.at(.frames(2)) { out.send(completion: .finished) }
      m.expect(out, "0-|")
      m.expect(x.flatMap { _ in out }, "----|")
    }
  }

  @Test func `a buffer stores values while its subscriber has no demand`() {
    marbles { m in
      let a = m.hot("-abcd------|")
      let load = m.cold("--x|")
      let out = a.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest)
        .flatMap(maxPublishers: .max(1)) { name in load.map { $0 + name } }
      m.expect(out, "---1--2--3-|", ["1": "xa", "2": "xc", "3": "xd"])
    }
  }
}
