#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#elseif os(Windows)
import WinSDK
#endif

/// A number for the running thread that no other running thread has; never 0.
enum ThreadIdentity {
  static var current: UInt {
    #if canImport(Darwin)
    UInt(bitPattern: pthread_self())
    #elseif os(Windows)
    UInt(GetCurrentThreadId())
    #else
    UInt(pthread_self())
    #endif
  }
}
