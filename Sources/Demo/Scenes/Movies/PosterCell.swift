import ReactiveLoadable
import ReactiveResources

/// A row on the screen, which shows one movie after the other.
@MainActor
final class PosterCell {
  typealias State = ResourceLoader<Poster>.State

  /// What is drawn, and every change of it.
  let states: ReadOnlyRelay<State>
  private let row: KeyedObject<ResourceLoader<Poster>>
  private let subscription: AnyCancellable

  init(_ loader: ResourceLoader<Poster>, at priority: LoadPriority = .high) {
    let states = BehaviorRelay<State>(.notRequested)
    row = KeyedObject(loader, at: priority)
    subscription = row.$state.sink { states.accept($0) }
    self.states = states.readOnly
  }

  var state: State { states.value }

  func show(_ key: ResourceKey) { row.show(key) }

  /// Makes it ready to be used again.
  func clear() { row.clear() }

  /// Taps on it, if it shows that something has failed.
  func retry() { row.retry() }

  /// Waits until nothing loads, or until the waiting task is cancelled.
  func settles() async {
    for await state in states.elements where !state.isLoading { return }
  }
}
