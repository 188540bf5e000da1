#if canImport(Darwin)
public import CombineShim
import Darwin
import Dispatch

extension MemoryPressure {
  /// What the system tells, for as long as somebody is subscribed; on a queue of the system.
  ///
  /// Not run yet: the machines that the tests run on have no such source.
  public static var system: AnyPublisher<MemoryPressure, Never> {
    AnyPublisher(
      OwningPublisher {
        let told = PublishRelay<MemoryPressure>()
        let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical])
        source.setEventHandler { [weak source] in
          guard let source else { return }
          told.accept(source.data.contains(.critical) ? .critical : .warning)
        }
        source.activate()
        return (told.core, AnyCancellable(source.cancel))
      }
    )
  }
}
#endif
