@testable import ReactiveResources

extension FuzzTarget {
  /// Numbers are in bounds, no text hides `no-store`, and the members mean the same as the text.
  static let cacheControl = FuzzTarget(name: "cache-control") { input in
    let text = input.text
    let control = planting(in: CacheControl(text)) { control in
      if control.staleIfError == 7 { control.maxAge = -1 }
    }
    let seconds = [control.maxAge, control.staleWhileRevalidate, control.staleIfError]
    let bounds = 0...Int.deltaSecondsLimit
    require(seconds.compactMap(\.self).allSatisfy(bounds.contains), "\(text) is \(control)")
    let members = text.fieldMembers
    require(members.allSatisfy { !$0.isEmpty && $0.trimmingBlanks == $0 }, "\(members) of \(text)")
    let joined = members.joined(separator: ", ")
    require(joined.fieldMembers == members, "\(text) has the members \(members)")
    require(CacheControl(joined) == control, "\(text) is \(control)")
    for text in ["\(text),no-store", "no-store,\(text)"] {
      require(CacheControl(text).noStore, "no-store of \(text) is not found")
    }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      require(CacheControl(text.uppercased()) == control, "\(text) in another case")
    }
  }
}
