#if canImport(Darwin)
import CombineShim
import Darwin
import Dispatch
public import ReactiveRelays

extension MemoryPressure {
  /// The memory pressure of the system, published on a system queue while it has a subscription.
  ///
  /// This code has not run yet: Linux has no such source.
  public static var system: some ConcurrentPublisher<MemoryPressure, Never> {
    OwningPublisher {
      let pressures = PublishRelay<MemoryPressure>()
      let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
      source.setEventHandler { [weak source] in
        guard let source else { return }
        pressures.accept(source.data.contains(.critical) ? .critical : .warning)
      }
      source.activate()
      return (pressures.core, AnyCancellable(source.cancel))
    }
  }
}
#endif
