import Foundation
@testable import ReactiveResources

extension FuzzTarget {
  /// A redacted URL has no user and no password; the work and the text are bounded by the input.
  static let redaction = FuzzTarget(name: "redaction") { input in
    let text = input.text
    let redacted = planting(in: HTTPRedaction.text(text)) { redacted in
      if text.contains("%41") { redacted = text }
    }
    let bound = text.utf8.count * (1 + HTTPRedaction.placeholder.utf8.count)
    require(redacted.utf8.count <= bound, "\(redacted.utf8.count) bytes of \(text.utf8.count)")
    var scanner = URLTextScanner(text, SecretName(added: []))
    _ = scanner.redacted()
    require(scanner.work <= 64 * (text.utf8.count + 1), "\(scanner.work) steps for \(text)")
    guard let url = URL(string: text) else { return }
    for user in [URL(string: redacted)?.user(), HTTPRedaction.url(url).user()] {
      require(["", "REDACTED"].contains(user ?? ""), "\(text) is redacted to \(redacted)")
    }
    require(HTTPRedaction.url(url).password() ?? "" == "", "\(text) is redacted to \(redacted)")
  }
}
