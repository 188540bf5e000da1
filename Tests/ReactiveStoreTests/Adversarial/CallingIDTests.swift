import Foundation
import LoadableTesting
import ReactiveLoadable
import ReactiveStore
import TestSupport
import Testing

/// Ids and keys whose code calls the store on other threads: it hangs if a lock is held.
@Suite struct `Ids and keys that call back (S6, S11)` {
  @Test func `no lock is held while the id of an effect is hashed or compared`() async {
    let (watch, gate) = (Watch(), Gate())
    let id = CallingID(number: 1, watch: watch)
    let observer = StoreObserver()
    let store = observer.observing {
      Store(0) {
        Reduce { (state: inout Int, action: Int) in
          state = action
          let work = Effect<Int>.run { _ in await gate.wait() }
          return switch action {
          case 1: work.cancellable(id: id, overlap: .ignore)
          case 2: .cancel(id: id)
          default: work.cancellable(id: CallingID(number: action, watch: watch))
          }
        }
      }
    }
    watch.begin { _ = observer.activeEffects }
    let tasks = [1, 1, 2, 1].map { store.send($0) } + (10..<40).map { store.send($0) }
    gate.open()
    for task in tasks { await task.finish() }
    watch.end()
    #expect(watch.looks.entries.count > 30)
    #expect(watch.hung.entries == [])
  }

  @Test func `no lock is held while a key of loaded values is hashed or compared`() async {
    let (watch, gate) = (Watch(), Gate())
    let keys = (0..<10).map { CallingID(number: $0, watch: watch) }
    let observer = StoreObserver()
    let store = observer.observing {
      Store(Holder()) {
        EmptyReducer<Holder, HolderAction>()
          .loadable(each: \.books, action: .itself) { _, _ in await gate.wait() }
      }
    }
    watch.begin { _ = observer.activeEffects }
    let tasks = keys.map { store.send(($0, .load)) }
    store.send((keys[3], .cancel))
    gate.open()
    for task in tasks { await task.finish() }
    watch.end()
    #expect(watch.looks.entries.count > 20)
    #expect(watch.hung.entries == [])
  }
}

private typealias HolderAction = (CallingID, LoadingAction<NoRequest, Void, Never>)

private struct Holder: Sendable {
  var books = LoadableStates<CallingID, Void>()
}

private struct CallingID: Hashable, Sendable {
  let number: Int
  let watch: Watch

  static func == (left: Self, right: Self) -> Bool {
    left.watch.look()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    watch.look()
    hasher.combine(number)
  }
}

/// Runs code on another thread, and records a hang.
private final class Watch: @unchecked Sendable {
  let looks = Log<Void>()
  let hung = Log<String>()
  // SAFETY: it is touched only while the lock is held.
  private var work: (@Sendable () -> Void)?
  private let lock = NSLock()

  func begin(_ work: @escaping @Sendable () -> Void) { lock.withLock { self.work = work } }
  func end() { lock.withLock { work = nil } }

  func look() {
    guard let work = lock.withLock({ work }) else { return }
    looks.note(())
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      done.signal()
    }
    if done.wait(timeout: .now() + 300) == .timedOut {
      hung.note(Thread.callStackSymbols.prefix(12).joined(separator: "\n"))
      end()
    }
  }
}
