// NB: where FoundationNetworking is imported, too, the compiler takes `stat` for a type of this one.
import CoreFoundation
import Foundation

/// What the file system says of a file.
struct FileStatus: Hashable {
  /// Its length.
  var bytes: Int
  /// When it was used last, which the cache keeps in the date of modification.
  var lastUse: Date

  init(_ status: stat) {
    bytes = Int(status.st_size)
    lastUse = Date(status.modified)
  }
}

extension Date {
  fileprivate init(_ time: timespec) {
    self.init(timeIntervalSince1970: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
  }
}

extension timespec {
  /// The date, as far as file systems reach: a few thousand years; 1970 if it is none.
  init(_ date: Date) {
    let given = date.timeIntervalSince1970
    let seconds = given.isNaN ? 0 : min(max(given, -1e11), 1e11)
    let whole = seconds.rounded(.down)
    self.init(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
  }
}
