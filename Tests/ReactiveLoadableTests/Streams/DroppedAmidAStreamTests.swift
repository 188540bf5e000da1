import AsyncAlgorithms
import LoadableTesting
import ReactiveLoadable
import TestSupport
import Testing

/// Objects that are released while one of their streams is handled; a run reports leftover tasks.
///
/// A `debounce` of AsyncAlgorithms 1.1 never ends its tasks when a cancelled task requests the next
/// element (B6).
@Suite struct `A loader dropped within a stream (L6, P8.6, B6)` {
  typealias Texts = RequestLoader<String, String>

  /// Releases an object as soon as a state matches, by default a loading one.
  private func dropping<Loading: AnyObject & Sendable, Value, Failure: Error>(
    _ m: Marbles,
    _ loader: Loading,
    _ states: (Loading) -> ReadOnlyRelay<Loadable<Value, Failure>>,
    when isDue: @escaping @Sendable (Loadable<Value, Failure>) -> Bool = { $0.isLoading },
    _ begin: (Loading) -> Void
  ) {
    // SAFETY: touched by the one thread of the run.
    nonisolated(unsafe) let owned = Owned(loader)
    begin(loader)
    m.keep(states(loader).sink { if isDue($0) { owned.object = nil } })
    m.at(.milliseconds(900)) { #expect(owned.object == nil) }
  }

  @Test func `a search ends when an observer of its first load drops the loader`() {
    marbles { m in
      let text = m.keep(BehaviorRelay(""))
      dropping(m, Texts { $0 }, \.states) { $0.search(on: text, clock: m.clock) }
      m.hot("-a-----b") { text.accept($0) }
    }
  }

  @Test func `a paged search ends when an observer of its first load drops the loader`() {
    marbles { m in
      let text = m.keep(BehaviorRelay(""))
      let rows = RowLoader(failure: { _ in .second }) { _ async throws(SampleError) in
        RowPage([1], next: nil)
      }
      dropping(m, rows, \.states) { $0.search(on: text, clock: m.clock) }
      m.hot("-a-----b") { text.accept($0) }
    }
  }

  @Test func `polling ends when an observer of a refresh drops the loader`() {
    marbles { m in
      dropping(m, Texts { $0 }, \.states, when: { $0.isLoading && $0.latest != nil }) {
        $0.poll(every: .milliseconds(50), clock: m.clock)
        $0.load("a")
      }
    }
  }

  @Test func `a debounced sequence of intents ends with a loader that one of them drops`() {
    marbles { m in
      let requests = m.keep(PublishRelay<String>())
      dropping(m, Texts { $0 }, \.states) {
        $0.load(on: requests.elements.debounce(for: .milliseconds(20), clock: m.clock))
      }
      m.hot("-a-----b") { requests.accept($0) }
    }
  }

  @Test func `a debounced sequence of texts ends with a loader that one of them drops`() {
    marbles { m in
      let texts = m.keep(PublishRelay<String>())
      dropping(m, Texts { $0 }, \.states) {
        let rested = texts.elements.debounce(for: .milliseconds(20), clock: m.clock)
        $0.search(on: rested, debounce: .zero, clock: m.clock)
      }
      m.hot("-a-----b") { texts.accept($0) }
    }
  }

  @Test func `a collapse of flags ends when an observer of its state drops it`() {
    marbles { m in
      let (value, isLoading) = (m.keep(BehaviorRelay<String?>(nil)), m.keep(BehaviorRelay(false)))
      let error = m.keep(BehaviorRelay<LoadError?>(nil))
      let collapse = FlagCollapse(value: value, isLoading: isLoading, error: error, clock: m.clock)
      dropping(m, collapse, \.states, when: { $0.latest != nil }) { _ in }
      m.hot("-a-----b") { value.accept($0) }
    }
  }

  @Test func `a debounced sequence ends with the subscription to its publisher`() {
    marbles { m in
      let texts = m.keep(PublishRelay<String>())
      let rested = texts.elements.debounce(for: .milliseconds(20), clock: m.clock)
      m.expect(rested.publisher.first(), "---(a|)")
      m.hot("-a-----b") { texts.accept($0) }
    }
  }
}
