import Foundation
import ReactiveRelays

extension Error {
  /// The text of the error in a line of a log: its localized description, if it has one.
  ///
  /// Otherwise it is the description of the error; of a Foundation error its domain and code,
  /// because its description contains its user info, such as the URL of the request.
  var logText: String {
    let error = (self as? LoadError)?.underlying ?? self
    if let text = error.ownLocalizedDescription { return cutText(text, 200) }
    guard let error = error.foundationError else { return shortText(error) }
    return cutText("\(error.domain) \(error.code)", 200)
  }

  // NB: this tests the type, because a cast of the error itself may bridge it.
  private var ownLocalizedDescription: String? {
    let type = Swift.type(of: self as any Error)
    if type is any LocalizedError.Type { return (self as? any LocalizedError)?.errorDescription }
    guard foundationError != nil || type is any CustomNSError.Type else { return nil }
    let error = self as NSError
    if let text = error.userInfo[NSLocalizedDescriptionKey] as? String { return text }
    // The text of an error without a description is "… (domain error code.)" in every language.
    let text = error.localizedDescription
    return text.contains(error.domain) && text.contains("\(error.code)") ? nil : text
  }
}
