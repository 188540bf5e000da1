#if !canImport(Darwin)
// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

extension stat {
  var modified: timespec { st_mtim }
}
#endif
