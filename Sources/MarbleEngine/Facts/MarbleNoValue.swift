/// The error of a cold input that is called as a function and completes without a value.
public struct MarbleNoValue: Error, Hashable, CustomStringConvertible {
  /// Creates the error.
  public init() {}

  /// A one-sentence description.
  public var description: String {
    "The cold input completed without a value; its diagram has no value before '|'."
  }
}
