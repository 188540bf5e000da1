import Foundation
import ReactiveLoading

extension ListContents {
  /// The first pages, to be saved; `nil` while the first one is not in memory.
  var savedPages: [Page]? {
    let records = pages.savedRecords
    guard let first = records.first, first.request.assumed(of: Request.self).value.cursor == nil
    else { return nil }
    var end = items.bounds.lowerBound + pages.savedOffsets.lowerBound
    return records.map { record in
      let start = end
      end += record.count
      return Page(
        items.elements(at: start..<end),
        next: cursor(record.beyond.end),
        previous: cursor(record.beyond.start),
        total: total
      )
    }
  }

  private func cursor(_ request: AnyBox?) -> Cursor? {
    request?.assumed(of: Request.self).value.cursor
  }

  /// Creates the list of saved pages; `nil` if they cannot be shown.
  ///
  /// A page that is its own next page is the last one. A list without items is shown only if it is
  /// complete, as after a load.
  static func restored(
    _ key: NumberedKey<Key>,
    _ saved: Box<[Page]>,
    _ policy: PagingPolicy.Resolved
  ) -> (list: ListContents, added: PagingCore.AddedPage)? {
    let count = Int(policy.savedPages)
    let first = Box(Request(key: key.key))
    let window = PageWindow(limit: policy.window, saving: count, first: first)
    let list = ListContents(key, in: window, savedAt: saved.savedAt)
    var last: PagingCore.AddedPage?
    for page in saved.value.prefix(min(count, policy.window ?? count)) {
      guard last?.repeats != true, let request = list.request(at: .end) else { break }
      last = list.add(page, of: request, at: .end)
    }
    guard let last, last.count > 0 || !last.hasMore else { return nil }
    list.forgetChanges()
    return (list, last)
  }
}
