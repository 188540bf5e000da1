// Items of a list with unsaved edits that become those of the list without edits again.

extension ListContents {
  /// Returns the list with the items of some ids as in another list; `nil` if it needs the edits
  /// that lead to it from that list.
  ///
  /// Without these items, the fixed ones have the same order in both lists. An item between two
  /// fixed ones is between them after all edits, too, so its place is known if they are neighbors.
  func restoring(
    _ ids: [Item.ID],
    from base: ListContents,
    isFixed: (Item.ID) -> Bool
  ) -> ListContents? {
    let restored = ListContents(copying: self)
    for id in ids { restored.drop(id) }
    for id in ids where restored.position(of: id) == nil {
      guard let item = base.item(id) else { continue }
      guard let offset = restored.offset(of: id, asIn: base, isFixed) else { return nil }
      restored.insert(item, atOffset: offset)
    }
    return restored
  }

  /// Returns the offset for an item of another list; `nil` if its neighbors would not be fixed.
  private func offset(
    of id: Item.ID,
    asIn base: ListContents,
    _ isFixed: (Item.ID) -> Bool
  ) -> Int? {
    guard let place = base.offset(of: id) else { return nil }
    let offset = nearestOffset(to: place, in: base, isFixed)
    func placeOfFixed(at offset: Int) -> Int? {
      let id = items[offset: offset].id
      return isFixed(id) ? base.offset(of: id) : nil
    }
    if offset > 0, placeOfFixed(at: offset - 1) ?? .max > place { return nil }
    if offset < items.count, placeOfFixed(at: offset) ?? .min < place { return nil }
    return offset
  }

  /// Returns the offset next to the fixed item that is nearest to a place in another list.
  private func nearestOffset(
    to place: Int,
    in base: ListContents,
    _ isFixed: (Item.ID) -> Bool
  ) -> Int {
    func offsetOfFixed(at place: Int) -> Int? {
      let id = base.items[offset: place].id
      return isFixed(id) ? offset(of: id) : nil
    }
    var distance = 1
    while true {
      if place < distance { return 0 }
      if let offset = offsetOfFixed(at: place - distance) { return offset + 1 }
      if place + distance >= base.items.count { return items.count }
      if let offset = offsetOfFixed(at: place + distance) { return offset }
      distance += 1
    }
  }
}
