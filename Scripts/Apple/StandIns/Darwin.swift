// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for Darwin: POSIX of Linux, and declarations of Apple's systems.
@_exported public import Dispatch
@_exported public import Glibc

public func pthread_main_np() -> Int32 { 1 }
public func pthread_self() -> UnsafeMutableRawPointer { fatalError("Stand-ins are not run.") }

public protocol DispatchSourceMemoryPressure: DispatchSourceProtocol, AnyObject {
  var data: DispatchSource.MemoryPressureEvent { get }
}

extension DispatchSource {
  public struct MemoryPressureEvent: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let warning = Self(rawValue: 2)
    public static let critical = Self(rawValue: 4)
  }

  public class func makeMemoryPressureSource(
    eventMask: MemoryPressureEvent,
    queue: DispatchQueue? = nil
  ) -> any DispatchSourceMemoryPressure { fatalError("Stand-ins are not run.") }
}
