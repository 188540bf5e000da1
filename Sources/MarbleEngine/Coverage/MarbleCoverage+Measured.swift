import CMarbleHooks

extension MarbleCoverage {
  /// The coverage of this process, measured on first use.
  ///
  /// The measurement takes a few milliseconds on a separate thread. The caller waits.
  public static var measured: MarbleCoverage {
    if let coverage = cached.withLock(\.self) { return coverage }
    // One measurement at a time, because two of them would share the actor of the probe.
    return measurement.withLock { _ in
      if let coverage = cached.withLock(\.self) { return coverage }
      let coverage = RuntimeReader().measure()
      CMarbleTrustActors(coverage.covers(.actorSharing))
      // Do not cache the result while another library holds the hook, because that may end.
      if Hooks.areInPlace() { cached.withLock { $0 = coverage } }
      return coverage
    }
  }

  private static let cached = Lock<MarbleCoverage?>(nil)
  private static let measurement = Lock(())
}
