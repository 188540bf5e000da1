struct FailureNames {
  /// True if `#` without a name has an error, or matches any.
  private let hasUnnamed: Bool
  private let names: [String]

  init<Failure>(of table: FailureTable<Failure>, anyUnnamed: Bool = false) {
    hasUnnamed = anyUnnamed || table.unnamed != nil
    names = Array(table.named.keys)
  }

  var hasNames: Bool { !names.isEmpty }

  /// The mistake of a failure; nil if it is allowed.
  func mistake(of name: String?) -> DiagramKind.Mistake? {
    guard let name else { return hasUnnamed ? nil : mistakeOfUnnamed }
    if names.contains(name) { return nil }
    if hasNames { return (named, "Add '\(name)' to `failures:`, or correct the name.") }
    let instead = hasUnnamed ? "'#' without a name" : "a value or '|'"
    let end = hasUnnamed ? ", or remove the name." : ". Write a value as `'#'`."
    return (
      "\(instead), because no `failures:` are given",
      "Pass the error by its name: `failures: [\"\(name)\": …]`\(end)"
    )
  }

  private var mistakeOfUnnamed: DiagramKind.Mistake {
    hasNames
      ? (named, "Write a name after the `#`.")
      : (
        "a value or '|', because no `failure:` is given",
        "Pass the error of `#` as `failure:`, end with `|`, or write a value as `'#'`."
      )
  }

  private var named: String {
    let list = names.sorted().map { MarbleDiagram.Signal.failure($0).text }.listed
    return "a failure that has an error (\(list))"
  }
}
