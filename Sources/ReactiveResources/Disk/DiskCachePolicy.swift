/// How much a disk cache keeps, and for how long, as a value.
public struct DiskCachePolicy: Sendable {
  /// How many bytes the files of records may have together before a sweep; 200 MB by default.
  public let sizeLimit: Int
  /// The part of the limit that a sweep leaves, from 0 to 1; 0.8 by default.
  ///
  /// So that not every write makes another sweep.
  public let sweepFraction: Double
  /// How long a record is kept without being used; for ever by default.
  ///
  /// This is about room and privacy. Whether a record is still good is for who reads its facts.
  public let ageLimit: Duration?
  /// How many bytes the file of one record may have; an eighth of the limit by default.
  public let recordSizeLimit: Int
  /// What tells the date by which age and order of use are measured; the system by default.
  public let clock: WallClock

  /// Creates a policy; each default is the safe choice.
  ///
  /// - Parameters:
  ///   - sizeLimit: How many bytes the files may have together: 200 MB; more than 0.
  ///   - sweepFraction: The part of the limit that a sweep leaves: 0.8; from 0 to 1.
  ///   - ageLimit: How long a record is kept without being used: for ever; more than 0.
  ///   - recordSizeLimit: How many bytes the file of one record may have: an eighth of the limit; from
  ///     1 to the limit.
  ///   - clock: What tells the date: the system.
  public init(
    sizeLimit: Int = 200_000_000,
    sweepFraction: Double = 0.8,
    ageLimit: Duration? = nil,
    recordSizeLimit: Int? = nil,
    clock: WallClock = .system
  ) {
    let largest = recordSizeLimit ?? max(1, sizeLimit / 8)
    precondition(sizeLimit > 0, "A disk cache needs a limit over 0 bytes, and not \(sizeLimit).")
    precondition(
      (0...1).contains(sweepFraction),
      "A sweep leaves a part from 0 to 1 of the limit, and not \(sweepFraction)."
    )
    precondition(
      ageLimit.map { $0 > .zero } ?? true,
      "The age limit has to be over 0, and not \(String(describing: ageLimit))."
    )
    precondition(
      (1...sizeLimit).contains(largest),
      "The largest record has from 1 byte to the \(sizeLimit) of the limit, and not \(largest)."
    )
    self.sizeLimit = sizeLimit
    self.sweepFraction = sweepFraction
    self.ageLimit = ageLimit
    self.recordSizeLimit = largest
    self.clock = clock
  }

  /// How many bytes a sweep that removes by size leaves.
  var sweepTarget: Int { Int(Double(sizeLimit) * sweepFraction) }
}
