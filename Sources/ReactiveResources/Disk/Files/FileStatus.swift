// NB: if FoundationNetworking is imported, the compiler attributes `stat` to CoreFoundation.
import CoreFoundation
import Foundation

/// The kind, the length and the last use of a file.
struct FileStatus: Hashable {
  enum Kind: Hashable {
    /// A regular file of this user that has no other name, as the cache writes it.
    case own
    case directory
    /// A link, a FIFO, a device, or a file that another user owns or that has another name.
    case other

    fileprivate init(_ status: stat) {
      switch status.st_mode & S_IFMT {
      // An open file whose name another one has taken has no name.
      case S_IFREG where status.st_uid == geteuid() && status.st_nlink <= 1: self = .own
      case S_IFDIR: self = .directory
      case _: self = .other
      }
    }
  }

  var kind: Kind
  var bytes: Int
  /// The date of the last use, which is the modification date of the file.
  var lastUse: Date

  init(_ status: stat) {
    kind = Kind(status)
    bytes = Int(clamping: status.st_size)
    lastUse = Date(status.modified)
  }
}

extension Date {
  /// The date of a time of a file.
  init(_ time: timespec) {
    self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}

extension timespec {
  /// The date, limited to a few thousand years as in file systems; 1970 if it is not a number.
  ///
  /// Where `Int` has 32 bits, the limit is the year 2038.
  init(_ date: Date) {
    let (given, limit) = (date.timeIntervalSince1970, min(1e11, Double(Int.max)))
    let seconds = given.isNaN ? 0 : min(max(given, -limit), limit)
    let whole = seconds.rounded(.down)
    self.init(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
  }
}
