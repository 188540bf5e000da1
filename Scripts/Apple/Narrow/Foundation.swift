// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for the part of Foundation that dates in header fields and of files use, where Int has 32 bits.
public struct Date: Comparable, Hashable, Sendable {
  public var timeIntervalSince1970: Double

  public init(timeIntervalSince1970: Double) { self.timeIntervalSince1970 = timeIntervalSince1970 }

  public func addingTimeInterval(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: timeIntervalSince1970 + seconds)
  }

  public func timeIntervalSince(_ other: Date) -> Double {
    timeIntervalSince1970 - other.timeIntervalSince1970
  }

  public static func < (left: Date, right: Date) -> Bool {
    left.timeIntervalSince1970 < right.timeIntervalSince1970
  }
}

// Its fields have the type `long`, as on arm64_32.
public struct timespec: Sendable {
  public var tv_sec: Int
  public var tv_nsec: Int

  public init(tv_sec: Int, tv_nsec: Int) {
    self.tv_sec = tv_sec
    self.tv_nsec = tv_nsec
  }
}
