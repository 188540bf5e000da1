import CombineShim
import MarbleTesting
import TestSupport

extension GoldenExample {
  /// Changes of properties that differ from their diagrams.
  static let changes = [
    GoldenExample("each change of a property") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a") {
          model.count += 1
          model.count -= 1
        }
        m.expectChanges(of: model.count, on: model, "0-1")
      }
    },
    GoldenExample("a change without a notification") {
      marbles { m in
        let model = m.keep(Counter())
        m.hot("-a") { model.hidden = 3 }
        m.expectChanges(of: model.count + model.hidden, on: model, "03")
      }
    },
    GoldenExample("an expression that is not observable") {
      marbles { m in
        let numbers = [1, 2]
        m.expectChanges(of: numbers.count, "2")
      }
    },
  ]
}

private final class Counter: ObservableObject {
  @Published var count = 0
  var hidden = 0
}
