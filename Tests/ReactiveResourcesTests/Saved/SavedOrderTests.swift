import Foundation
import LoadableTesting
import TestSupport
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

/// The order of operations in virtual time; a character is a second, a call of the store takes three.
@Suite struct `The order of saved values (V6, V7)` {
  private func scene(_ m: Marbles) -> SavedBench<PublishingStore> {
    let store = PublishingStore(m.clock, .seconds(3))
    return m.keep(SavedBench(store, codec: .text, wallClock: WallClock(from: m.clock)))
  }

  private func run(_ body: @escaping @Sendable (Marbles, SavedBench<PublishingStore>) -> Void) {
    marbles(frame: .seconds(1)) { m in
      let bench = scene(m)
      body(m, bench)
    }
  }

  @Test func `one write of a key runs, and the newest waits`() {
    run { m, bench in
      for (second, text) in [(0, "a"), (1, "b"), (2, "c"), (4, "d")] {
        m.at(.seconds(second)) { bench.save(text, for: 1) }
      }
      m.expect(bench.store.calls, "---a--c--d")
    }
  }

  @Test func `keys do not wait for each other`() {
    run { m, bench in
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) { bench.save("b", for: 2) }
      m.expect(bench.store.calls, "---ab")
    }
  }

  @Test func `a removal follows the running write, and replaces the one that waits`() {
    run { m, bench in
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) { bench.save("b", for: 1) }
      m.at(.seconds(2)) { bench.remove(1) }
      m.expect(bench.store.calls, "---a--x")
    }
  }

  @Test func `a write after a removal is written after it`() {
    run { m, bench in
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) { bench.remove(1) }
      m.at(.seconds(2)) { bench.save("b", for: 1) }
      m.expect(bench.store.calls, "---a--x--b")
    }
  }

  @Test func `a read waits for the writes before it, and sees the newest`() {
    run { m, bench in
      let texts = PublishRelay<String>()
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) { bench.save("b", for: 1) }
      m.at(.seconds(2)) { m.keep(Task { texts.accept(await bench.read(1) ?? "none") }) }
      m.at(.seconds(4)) { bench.save("c", for: 1) }
      m.expect(bench.store.calls, "---a--b--r--c")
      m.expect(texts, "---------B", ["B": "b, 8.0 seconds"])
    }
  }

  @Test func `a read during a removal is a miss without a wait`() {
    run { m, bench in
      let texts = PublishRelay<String>()
      m.at(.zero) { bench.remove(1) }
      m.at(.seconds(1)) { m.keep(Task { texts.accept(await bench.read(1) ?? "none") }) }
      m.expect(texts, "-n", ["n": "none"])
      m.expect(bench.store.calls, "---x")
    }
  }

  @Test func `a record that is removed during its read is a miss`() {
    run { m, bench in
      let texts = PublishRelay<String>()
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(4)) { m.keep(Task { texts.accept(await bench.read(1) ?? "none") }) }
      m.at(.seconds(5)) { bench.remove(1) }
      m.expect(bench.store.calls, "---a---r--x")
      m.expect(texts, "-------n", ["n": "none"])
    }
  }

  @Test func `the removal of all waits for the running writes, and writes wait for it`() {
    run { m, bench in
      let (texts, ends) = (PublishRelay<String>(), PublishRelay<String>())
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) {
        bench.save("b", for: 1)
        let removal = bench.removeAll()
        m.keep(Task { ends.accept((try? await removal()) == nil ? "error" : "e") })
      }
      m.at(.seconds(2)) {
        bench.save("c", for: 1)
        bench.save("d", for: 2)
        m.keep(Task { texts.accept(await bench.read(1) ?? "none") })
      }
      m.expect(texts, "--n", ["n": "none"])
      m.expect(bench.store.calls, "---a--X--(cd)")
      m.expect(ends, "------e")
    }
  }

  @Test func `removals of all that wait are one, and one that runs is followed by another`() {
    run { m, bench in
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) {
        let removals = [bench.removeAll(), bench.removeAll()]
        for removal in removals { m.keep(Task { try? await removal() }) }
      }
      m.at(.seconds(4)) { bench.save("b", for: 1) }
      m.at(.seconds(5)) { _ = bench.removeAll() }
      m.expect(bench.store.calls, "---a--X--X")
    }
  }

  @Test func `a read that is cancelled while it waits ends immediately`() {
    run { m, bench in
      let texts = PublishRelay<String>()
      m.at(.zero) { bench.save("a", for: 1) }
      let read = Log<Task<Void, Never>>()
      m.at(.seconds(1)) { read.note(m.keep(Task { texts.accept(await bench.read(1) ?? "none") })) }
      m.at(.seconds(2)) { read.entries[0].cancel() }
      m.expect(texts, "--n", ["n": "none"])
      m.expect(bench.store.calls, "---a")
    }
  }

  @Test func `finish waits for the newest value of each key, not for later keys (V14)`() {
    run { m, bench in
      let ends = PublishRelay<String>()
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) {
        bench.save("b", for: 1)
        m.keep(
          Task {
            await bench.finish(); ends.accept("e")
          }
        )
      }
      m.at(.seconds(2)) { bench.save("c", for: 1) }
      m.at(.seconds(5)) { bench.save("d", for: 2) }
      m.expect(bench.store.calls, "---a--c-d")
      m.expect(ends, "------e")
    }
  }

  @Test func `a value is dated when it is saved, not when it is written (V5)`() {
    run { m, bench in
      let texts = PublishRelay<String>()
      m.at(.zero) { bench.save("a", for: 1) }
      m.at(.seconds(1)) { bench.save("b", for: 1) }
      m.at(.seconds(2)) { bench.save("c", for: 1, .edited) }
      m.at(.seconds(10)) { m.keep(Task { texts.accept(await bench.read(1) ?? "none") }) }
      m.expect(texts, "-------------C", ["C": "c, 12.0 seconds"])
    }
  }
}

extension SavedCodec {
  /// The format of a text as its bytes.
  static let text = SavedCodec("text", version: 1) { (text: String) in
    Data(text.utf8)
  } decode: {
    String(decoding: $0, as: UTF8.self)
  }
}
