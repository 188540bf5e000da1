/// The limits of a disk cache.
public struct DiskCachePolicy: Sendable {
  /// The total number of bytes of files that triggers a sweep, greater than 0; 200 MB by default.
  public let sizeLimit: Int
  /// The part of the size limit that remains after a sweep, from 0 to 1; 0.8 by default.
  ///
  /// The difference to the limit is room for further writes, so that not every write triggers a
  /// sweep.
  public let sweepFraction: Double
  /// The time after its last use at which a record expires, above 0; by default `nil` for never.
  ///
  /// This limits storage and protects privacy. It does not affect HTTP freshness, which the
  /// metadata of a record determines.
  public let ageLimit: Duration?
  /// The largest number of bytes of one file, from 1 to the size limit; an eighth of it by default.
  public let recordSizeLimit: Int
  /// The clock that dates each use of a record; the clock of the system by default.
  public let clock: WallClock

  /// Creates a policy from its properties, with a default for each.
  public init(
    sizeLimit: Int = 200_000_000,
    sweepFraction: Double = 0.8,
    ageLimit: Duration? = nil,
    recordSizeLimit: Int? = nil,
    clock: WallClock = .system
  ) {
    let largest = recordSizeLimit ?? max(1, sizeLimit / 8)
    precondition(
      sizeLimit > 0,
      "The sizeLimit of a DiskCachePolicy must be greater than 0 bytes, but is \(sizeLimit)."
    )
    precondition(
      (0...1).contains(sweepFraction),
      "The sweepFraction of a DiskCachePolicy must be from 0 to 1, but is \(sweepFraction)."
    )
    precondition(
      ageLimit.map { $0 > .zero } ?? true,
      "The ageLimit of a DiskCachePolicy must be greater than 0, but is \(ageLimit ?? .zero)."
    )
    precondition(
      (1...sizeLimit).contains(largest),
      "The recordSizeLimit of a DiskCachePolicy must be 1...\(sizeLimit) bytes, but is \(largest)."
    )
    self.sizeLimit = sizeLimit
    self.sweepFraction = sweepFraction
    self.ageLimit = ageLimit
    self.recordSizeLimit = largest
    self.clock = clock
  }

  /// The number of bytes that remain after a sweep by size.
  var sweepTarget: Int {
    sweepFraction < 1 ? Int(Double(sizeLimit) * sweepFraction) : sizeLimit
  }
}
