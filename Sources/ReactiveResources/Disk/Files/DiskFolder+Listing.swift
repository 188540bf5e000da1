import Foundation

/// The file of a record in a listing of the folder.
struct RecordEntry: Hashable {
  var name: String
  var bytes: Int
  var lastUse: Date
}

extension DiskFolder {
  /// Lists the records; other files are ignored.
  func records() throws(FileError) -> [RecordEntry] {
    var records: [RecordEntry] = []
    for name in try names() where RecordName.isRecord(name) {
      guard let status = try status(of: name) else { continue }
      records.append(RecordEntry(name: name, bytes: status.bytes, lastUse: status.lastUse))
    }
    return records
  }

  /// Removes the temporary files of killed processes.
  ///
  /// - Returns: The number of removed files.
  func removeTemporaryFiles(while mayContinue: () -> Bool) -> Int {
    let names = (try? names()) ?? []
    return names.count { name in
      RecordName.isTemporary(name) && mayContinue() && (try? remove(name)) != nil
    }
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
