import Foundation

/// The files of a folder with the names of records.
struct FolderListing {
  var records: [RecordEntry] = []
  /// The names of links, directories and other files that the cache has not written.
  var others: [String] = []
}

/// The file of a record in a listing of the folder.
struct RecordEntry: Hashable {
  var name: String
  var bytes: Int
  var lastUse: Date
}

extension DiskFolder {
  /// Lists the files with the names of records.
  func listing() throws(FileError) -> FolderListing {
    var listing = FolderListing()
    for name in try names() where RecordName.isRecord(name) {
      guard let status = try status(of: name) else { continue }
      switch status.kind {
      case .own:
        let record = RecordEntry(name: name, bytes: status.bytes, lastUse: status.lastUse)
        listing.records.append(record)
      case .directory, .other: listing.others.append(name)
      }
    }
    return listing
  }

  /// Lists the names of temporary files, and of the files of an earlier format.
  func outdatedNames() throws(FileError) -> [String] {
    try names().filter { RecordName.isTemporary($0) || RecordName.isFormer($0) }
  }

  private func names() throws(FileError) -> [String] {
    try hooks.willPerform(.list)
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC
    let copy = try FileError.check { openat(descriptor, ".", flags) }
    // `closedir` also closes the copy.
    guard let stream = fdopendir(copy) else {
      defer { close(copy) }
      throw .last
    }
    defer { closedir(stream) }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { name in
          String(cString: UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
        }
      )
      errno = 0
    }
    if errno != 0 { throw .last }
    return names
  }
}
