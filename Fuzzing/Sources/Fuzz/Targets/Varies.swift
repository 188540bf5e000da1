@testable import ReactiveResources

extension FuzzTarget {
  /// A response matches its request, and no request with another value of a field of `Vary`.
  ///
  /// The first line is `Vary`, the others are fields of the request.
  static let vary = FuzzTarget(name: "vary") { input in
    let lines = input.lines
    let request = fields(lines.dropFirst())
    let salt = String(repeating: "0", count: 32)
    let variant = planting(in: RequestVariant(of: request, vary: lines[0], salt: salt)) {
      $0.fingerprints = $0.fingerprints.filter { !$0.key.contains("q") }
    }
    let names = lines[0].fieldMembers
    require(variant.matches(request) != names.contains("*"), "\(names) for its request")
    for name in names + ["Authorization"] { checkOther(name, request, variant) }
    var more = request
    let unnamed = "x-" + lines[0].filter(\.isLetter).lowercased()
    more[unnamed] = "other"
    let isNamed = variant.fingerprints[unnamed.lowercased()] != nil
    if !isNamed, !names.contains("*") { require(variant.matches(more), "\(unnamed) of \(names)") }
    let refreshed = variant.refreshed(by: lines.last ?? "", for: more)
    checkOther("authorization", request, refreshed)
  }

  private static func checkOther(
    _ name: String,
    _ request: HTTPFields,
    _ variant: RequestVariant
  ) {
    var other = request
    other[name] = (request[name] ?? "") + "x"
    require(!variant.matches(other), "another \(name) matches \(variant)")
    other[name] = request[name] == nil ? "" : nil
    // An empty field and one that was not sent have different fingerprints.
    require(!variant.matches(other), "no \(name) matches \(variant)")
  }

  /// The fields of lines such as `name:value`.
  static func fields(_ lines: some Sequence<String>) -> HTTPFields {
    var fields = HTTPFields()
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { fields.add(String(parts[1]), for: String(parts[0])) }
    }
    return fields
  }
}
