/// A row of a list with sections: the header of a section, or an item.
///
/// ```swift
/// switch row {
/// case .section(let day, _): Header(day)
/// case .item(let appointment): AppointmentRow(appointment)
/// }
/// ```
public enum SectionedRow<Section: Hashable, Item: Identifiable> {
  /// The header of a section.
  ///
  /// In a list that is grouped by section every occurrence is 0. If a section occurs again after
  /// another section, the second header has the occurrence 1, and so on. A header that is prepended
  /// counts down from the first occurrence. A row therefore keeps its id while the list grows at
  /// either end.
  case section(Section, occurrence: Int)
  /// An item.
  case item(Item)

  /// The id of a row: the section and its occurrence, or the id of the item.
  public enum ID: Hashable {
    /// The id of a header row.
    case section(Section, occurrence: Int)
    /// The id of an item's row.
    case item(Item.ID)
  }

  /// The section of a header row; `nil` for an item.
  public var section: Section? {
    if case .section(let section, _) = self { section } else { nil }
  }

  /// The item; `nil` for a header row.
  public var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

extension SectionedRow: Identifiable {
  /// The id of the row, which is unique in its list and the same on every page.
  public var id: ID {
    switch self {
    case .section(let section, let occurrence): .section(section, occurrence: occurrence)
    case .item(let item): .item(item.id)
    }
  }
}

extension SectionedRow: Sendable where Section: Sendable, Item: Sendable {}
extension SectionedRow: Equatable where Item: Equatable {}
extension SectionedRow: Hashable where Item: Hashable {}
extension SectionedRow.ID: Sendable where Section: Sendable, Item.ID: Sendable {}
