/// The failures that a diagram may contain.
struct FailureNames {
  /// True if `#` without a name has an error, or matches any.
  let hasUnnamed: Bool
  private let names: [String]

  init<Failure>(of table: FailureTable<Failure>, anyUnnamed: Bool = false) {
    hasUnnamed = anyUnnamed || table.unnamed != nil
    names = Array(table.named.keys)
  }

  /// The signal that is expected instead of a failure; nil if the failure is allowed.
  func alternative(to name: String?) -> String? {
    guard let name else { return hasUnnamed ? nil : alternativeToUnnamed }
    if names.contains(name) { return nil }
    guard names.isEmpty else { return "a failure that has an error (\(list))" }
    let instead = hasUnnamed ? "'#' without a name" : "a value or '|'"
    return "\(instead), because no `failures:` are given"
  }

  /// True if errors have names.
  var hasNames: Bool { !names.isEmpty }

  /// The correction of a failure that is not allowed.
  func remedy(for name: String?) -> String {
    guard let name else {
      return hasNames
        ? "Write a name after the `#`."
        : "Pass the error of `#` as `failure:`, end with `|`, or write a value as `'#'`."
    }
    if hasNames { return "Add '\(name)' to `failures:`, or correct the name." }
    let start = "Pass the error by its name: `failures: [\"\(name)\": …]`"
    return hasUnnamed ? "\(start), or remove the name." : "\(start). Write a value as `'#'`."
  }

  private var alternativeToUnnamed: String {
    names.isEmpty
      ? "a value or '|', because no `failure:` is given" : "a failure that has an error (\(list))"
  }

  private var list: String {
    names.sorted().map { MarbleDiagram.Signal.failure($0).text }.listed
  }
}
