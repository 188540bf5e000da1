// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for os, from the documentation of os_unfair_lock.
public struct os_unfair_lock_s {
  public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {}
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {}

// From the documentation of Logger, OSLogMessage, OSSignposter and OSSignpostIntervalState.
public struct OSLogType: Sendable {
  public static let debug = OSLogType()
  public static let error = OSLogType()
}

public struct OSLogPrivacy: Sendable {
  public static var `public`: OSLogPrivacy { OSLogPrivacy() }
  public static var `private`: OSLogPrivacy { OSLogPrivacy() }
}

public struct OSLogInterpolation: StringInterpolationProtocol {
  public init(literalCapacity: Int, interpolationCount: Int) {}
  public mutating func appendLiteral(_ literal: String) {}
  public mutating func appendInterpolation(
    _ text: @autoclosure @escaping () -> String,
    privacy: OSLogPrivacy = .private
  ) {}
}

public struct OSLogMessage: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
  public init(stringInterpolation: OSLogInterpolation) {}
}

public struct Logger: Sendable {
  public init(subsystem: String, category: String) {}
  public func log(level: OSLogType, _ message: OSLogMessage) {}
}

public typealias SignpostMetadata = OSLogMessage

public struct OSSignpostID: Sendable {}

public final class OSSignpostIntervalState {}

public struct OSSignposter: Sendable {
  public init(subsystem: String, category: String) {}
  public func makeSignpostID() -> OSSignpostID { OSSignpostID() }
  public func beginInterval(
    _ name: StaticString,
    id: OSSignpostID,
    _ message: SignpostMetadata
  ) -> OSSignpostIntervalState {
    OSSignpostIntervalState()
  }
  public func endInterval(
    _ name: StaticString,
    _ state: OSSignpostIntervalState,
    _ message: SignpostMetadata
  ) {}
}
