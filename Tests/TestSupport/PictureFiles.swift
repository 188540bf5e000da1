import Foundation
package import MarbleTesting
import Testing

/// The files of a picture in the documentation of a library: for light and for dark pages.
///
/// With `RECORD_GOLDEN=1`, the pictures are rendered again; look at them.
package struct PictureFiles {
  private let name: String
  private let folder: URL

  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..")

  /// - Parameters:
  ///   - name: The name in the documentation.
  ///   - library: The library that has the picture as a resource.
  package init(_ name: String, of library: String) {
    self.name = name
    folder = Self.root.appending(path: "Sources/\(library)/Documentation.docc/Resources")
  }

  /// Compares the files with the rendered picture, or writes them.
  package func compare(_ render: (MarblePicture.Appearance) -> String) throws {
    let files: [(URL, MarblePicture.Appearance)] = [
      (folder.appending(path: "\(name).svg"), .light),
      (folder.appending(path: "\(name)~dark.svg"), .dark),
    ]
    for (file, appearance) in files { try compare(render(appearance), file) }
  }

  private func compare(_ svg: String, _ file: URL) throws {
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] != nil {
      try svg.write(to: file, atomically: false, encoding: .utf8)
    }
    let isSame = try svg == String(contentsOf: file, encoding: .utf8)
    #expect(
      isSame,
      """
      \(file.lastPathComponent) differs from its diagrams. If the change is right: \
      RECORD_GOLDEN=1 swift test --filter Picture, and look at it
      """
    )
  }

  /// Expects that a page contains the picture.
  package func expect(on page: String) throws {
    let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
    #expect(text.contains(name), "\(page) does not contain the picture \(name)")
  }
}

extension MarblePicture.Word {
  package static let notRequested = Self("not requested", .neutral)
  package static let loading = Self("loading", .running)
  package static let refreshing = Self("refreshing", .update)
}
