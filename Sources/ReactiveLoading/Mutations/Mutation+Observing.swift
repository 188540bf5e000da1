public import CombineShim

extension Mutation {
  /// Observes this mutation from now on, in addition to the observer of its policy.
  ///
  /// See <doc:ObservingLoads#O6-Start-and-end-of-an-observation>.
  ///
  /// - Parameter observer: The observer.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func observe(_ observer: LoadObserver) -> AnyCancellable {
    storage.add(observer, storage.defaultName)
  }
}
