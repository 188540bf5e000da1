#if !canImport(Darwin)
// NB: where FoundationNetworking is imported, too, the compiler takes `stat` for a type of this one.
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
