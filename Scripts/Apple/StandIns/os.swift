// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// A stand-in for os, from the documentation of os_unfair_lock.
public struct os_unfair_lock_s {
  public init() {}
}
public typealias os_unfair_lock = os_unfair_lock_s
public typealias os_unfair_lock_t = UnsafeMutablePointer<os_unfair_lock_s>
public func os_unfair_lock_lock(_ lock: os_unfair_lock_t) {}
public func os_unfair_lock_unlock(_ lock: os_unfair_lock_t) {}
