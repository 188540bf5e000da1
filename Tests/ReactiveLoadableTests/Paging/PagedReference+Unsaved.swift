import ReactiveLoadable

// The edits of writes that have not ended.

extension PagedReference {
  struct Unsaved {
    let number: Int
    var key: String?
    let edits: [ListEdit<Row>]
  }

  /// The visible list.
  var shown: List? { confirmed.map(edited) }

  /// A list with the unsaved edits.
  func edited(_ list: List) -> List {
    var edited = list
    for write in unsaved {
      for edit in write.edits where !edit.isInsertion || write.key ?? list.key == list.key {
        edited.makeOrMove(edit)
      }
    }
    return edited
  }

  mutating func starts(write number: Int, _ edits: [ListEdit<Row>]) {
    answer = nil
    unsaved.append(Unsaved(number: number, key: currentKey ?? lastKey, edits: edits))
    bindsEdits()
    fillsEmptyList()
  }

  /// Ends a write; its saved edits are those of its answer, if there are any.
  mutating func ends(write number: Int, isSaved: Bool, as saved: [ListEdit<Row>]? = nil) {
    answer = nil
    guard let place = unsaved.firstIndex(where: { $0.number == number }) else { return }
    let write = unsaved.remove(at: place)
    if isSaved {
      let key = write.key ?? currentKey
      for edit in saved ?? write.edits { edits(edit, into: key, isSaved: write.key != nil) }
    }
    fillsEmptyList()
  }

  /// The edits that were made before the first list belong to it.
  mutating func bindsEdits() {
    guard let key = (load?.part ?? list)?.key else { return }
    for place in unsaved.indices where unsaved[place].key == nil { unsaved[place].key = key }
  }

  /// Loads the next page if the edits hide all rows.
  mutating func fillsEmptyList() {
    guard let current, !current.rows.isEmpty, !current.end.isBusy, current.end.failure == nil,
      let visible = load?.part ?? list?.withParts.list, edited(visible).rows.isEmpty,
      !unsaved.isEmpty
    else { return }
    startsRequest(\.end)
  }

  /// The row of the confirmed list for one of the visible list.
  func confirmedIndex(of index: Int) -> Int? {
    guard let confirmed = load?.part ?? list?.withParts.list, !unsaved.isEmpty else { return index }
    let rows = edited(confirmed).rows
    guard rows.indices.contains(index) else { return nil }
    let nearest = rows.indices.sorted { (abs($0 - index), $0) < (abs($1 - index), $1) }
    return nearest.lazy.compactMap { near in
      confirmed.rows.firstIndex { $0.id == rows[near].id }
    }.first
  }
}
