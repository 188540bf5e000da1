import CombineShim
import MarbleTesting
import Testing

/// The handling of a failure.
@Suite struct RecoveryOracleTests {
  @Test func `retry subscribes again in the frame of the failure`() {
    marbles { m in
      let a = m.cold("-a#", failure: Offline())
      m.expect(a.retry(2), "-a-a-a#", failure: Offline())
      m.expectSubscriptions(a, ["^-!", "--^-!", "----^-!"])
    }
  }

  @Test func `retry of zero subscribes once`() {
    marbles { m in
      let a = m.cold("-a#", failure: Offline())
      m.expect(a.retry(0), "-a#", failure: Offline())
      m.expectSubscriptions(a, ["^-!"])
    }
  }

  @Test func `retry does not repeat a completed stream`() {
    marbles { m in
      let a = m.cold("-a|", failure: Offline())
      m.expect(a.retry(2), "-a|")
      m.expectSubscriptions(a, ["^-!"])
    }
  }

  @Test func `retry of a failed hot publisher fails immediately`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      m.expect(a.retry(3), "-a-#", failure: Offline())
    }
  }

  @Test func `retry ends with its cancellation`() {
    marbles { m in
      let a = m.cold("-a#", failure: Offline())
      let sink = a.retry(5).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
      m.at(.frames(3)) { sink.cancel() }
      m.expectSubscriptions(a, ["^-!", "--^!"])
    }
  }

  @Test func `catch continues with another publisher in the frame of the failure`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let x = m.cold("x-y|")
      m.expect(a.catch { _ in x }, "-a-x-y|")
      m.expectSubscriptions(x, ["---^--!"])
    }
  }

  @Test func `catch can fail with its second publisher`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      let x = m.cold("-x#", failure: Offline())
      m.expect(a.catch { _ in x }, "-a--x#", failure: Offline())
    }
  }

  @Test func `tryCatch can throw`() {
    marbles { m in
      let a = m.hot("-(a#)", failure: Offline())
      let out = a.tryCatch { failure -> Empty<String, Never> in throw failure }
      m.expect(out, "-(a#)", failure: Offline())
    }
  }

  @Test func `replaceError ends with a value instead`() {
    marbles { m in
      let a = m.hot("-a-(b#)", failure: Offline())
      m.expect(a.replaceError(with: "x"), "-a-(bx|)")
    }
  }

  @Test func `mapError changes the failure only`() {
    marbles { m in
      let a = m.hot("-a-#", failure: Offline())
      m.expect(a.mapError { _ in MarbleNoValue() }, "-a-#", failure: MarbleNoValue())
    }
  }

  @Test func `a failure of tryMap ends the subscription`() {
    marbles { m in
      let a = m.cold("-a-b-c|")
      let out = a.tryMap { if $0 == "b" { throw Offline() } else { $0 } }
      m.expect(out, "-a-#", failure: Offline())
      m.expectSubscriptions(a, ["^--!"])
    }
  }
}
