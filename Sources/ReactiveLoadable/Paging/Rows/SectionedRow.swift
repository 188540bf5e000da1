/// A row of a list with sections: the beginning of a section, or an item.
///
/// ```swift
/// switch row {
/// case .section(let day, _): Header(day)
/// case .item(let appointment): AppointmentRow(appointment)
/// }
/// ```
public enum SectionedRow<Section: Hashable, Item: Identifiable> {
  /// A section begins.
  ///
  /// In a list whose items are grouped by section each has the occurrence 0. If a section comes again
  /// after another one, that is its occurrence 1, and so on; one that comes in at the start of the
  /// list counts down from there. So a row keeps its id while the list grows at either end.
  case section(Section, occurrence: Int)
  /// An item.
  case item(Item)

  /// What identifies a row: the section and its occurrence, or the id of the item.
  public enum ID: Hashable {
    /// The row with which a section begins.
    case section(Section, occurrence: Int)
    /// The row of an item.
    case item(Item.ID)
  }

  /// The section that begins; `nil` for an item.
  public var section: Section? {
    if case .section(let section, _) = self { section } else { nil }
  }

  /// The item; `nil` for the beginning of a section.
  public var item: Item? {
    if case .item(let item) = self { item } else { nil }
  }
}

extension SectionedRow: Identifiable {
  /// What identifies the row, in its list only once, and on every page.
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
