import ReactiveLoadable

/// Subscriptions on the main actor, and plain ones of the same relay.
@MainActor enum Sinking {
  static func acceptOnMainActor() -> @MainActor (Int) -> Void {
    let (relay, screen) = (BehaviorRelay(0), Screen())
    let subscription = relay.sinkOnMainActor { screen.draw($0) }
    return { count in
      for number in 0..<count { relay.accept(number) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func accept() -> @MainActor (Int) -> Void {
    let (relay, counter) = (BehaviorRelay(0), Counter())
    let subscription = relay.sink { counter.draw($0) }
    return { count in
      for number in 0..<count { relay.accept(number) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func setOnMainActor() -> @MainActor (Int) -> Void {
    let (loader, book, screen) = (Setting.books(), Book(1), Screen())
    let subscription = loader.states.sinkOnMainActor { screen.draw($0.value?.id) }
    return { count in
      for _ in 0..<count { loader.set(book) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func set() -> @MainActor (Int) -> Void {
    let (loader, book, counter) = (Setting.books(), Book(1), Counter())
    let subscription = loader.states.sink { counter.draw($0.value?.id ?? 1) }
    return { count in
      for _ in 0..<count { loader.set(book) }
      withExtendedLifetime(subscription) {}
    }
  }

  static func subscribeOnMainActor() -> @MainActor (Int) -> Void {
    let (relay, screen) = (BehaviorRelay(0), Screen())
    return { count in
      for _ in 0..<count { relay.sinkOnMainActor { screen.draw($0) }.cancel() }
    }
  }

  static func subscribe() -> @MainActor (Int) -> Void {
    let (relay, counter) = (BehaviorRelay(0), Counter())
    return { count in
      for _ in 0..<count { relay.sink { counter.draw($0) }.cancel() }
    }
  }
}

/// A ``Screen`` for a closure that may run on any thread.
// SAFETY: used by one thread.
private final class Counter: @unchecked Sendable {
  private var sum = 0

  @inline(never)
  func draw(_ number: Int) { sum &+= number }
}
