/// A running effect or load.
package struct ActiveEffect: Sendable {
  /// True for the load of a feature.
  package let isLoad: Bool
  let run: EffectRun
  private let ids: [EffectID]

  init(_ run: EffectRun, ids: [EffectID], isLoad: Bool) {
    self.run = run
    self.ids = ids
    self.isLoad = isLoad
  }

  /// An identity that differs from all others for as long as this value is retained.
  package var identity: ObjectIdentifier { ObjectIdentifier(run) }

  /// The ids of the effect as text; `nil` if it has none.
  package var id: String? {
    ids.isEmpty ? nil : ids.map(\.text).joined(separator: ", ")
  }
}
