import Foundation
import ReactiveRelays

extension Error {
  /// Returns the text of the error in a line of a log: its localized description, if it has one.
  ///
  /// Otherwise, of a Foundation error it is the domain and the code, because its description
  /// contains its user info, such as the URL of the request. Of other errors it is their own
  /// description, or the case or type without its values, which can contain the request, too. It
  /// has at most 200 characters.
  func logText(_ requests: LoadObserver.RequestVisibility) -> String {
    let error = (self as? LoadError)?.underlying ?? self
    if let text = error.ownLocalizedDescription { return cutText(text, 200) }
    if let error = error.foundationError { return cutText("\(error.domain) \(error.code)", 200) }
    let isDescribed = type(of: error as any Error) is any CustomStringConvertible.Type
    return requests == .shown || isDescribed
      ? shortText(error) : cutText(error.textWithoutValues, 200)
  }

  /// The case or the type, with `(…)` for its values.
  private var textWithoutValues: String {
    let mirror = Mirror(reflecting: self)
    guard let value = mirror.children.first else { return shortText(self) }
    // A tuple of values, or the only value of a case, has the name of the case as its label.
    guard mirror.displayStyle == .enum else { return "\(Self.self)(…)" }
    return "\(value.label ?? "\(Self.self)")(…)"
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
