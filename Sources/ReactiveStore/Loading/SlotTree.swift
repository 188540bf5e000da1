/// A persistent array of objects: a copy shares all nodes that are the same.
///
/// A change copies one node on each level. The nodes are not generic, so no type is looked up.
struct SlotTree<Object: AnyObject & Sendable>: Sendable {
  private var root = SlotNode(height: 0)

  /// The object in a slot; `nil` if the slot is empty.
  subscript(slot: Int) -> Object? {
    get {
      // SAFETY: the setter stores objects of this type only.
      guard let object = root.object(at: slot) else { return nil }
      return unsafeDowncast(object, to: Object.self)
    }
    set {
      while slot >= root.capacity { root = SlotNode(above: root) }
      root = root.setting(newValue, at: slot)
    }
  }
}

/// A node with 8 objects, or with 8 nodes of the level below.
private final class SlotNode: Sendable {
  typealias Object = any AnyObject & Sendable

  private static var width: Int { 8 }

  private let height: Int
  /// The number of slots below this node.
  let capacity: Int
  private let objects: [Object?]
  private let nodes: [SlotNode?]

  private init(height: Int, capacity: Int, _ objects: [Object?], _ nodes: [SlotNode?]) {
    self.height = height
    self.capacity = capacity
    self.objects = objects
    self.nodes = nodes
  }

  /// Creates an empty node.
  convenience init(height: Int) {
    let capacity = (0..<height).reduce(Self.width) { capacity, _ in capacity * Self.width }
    let isLeaf = height == 0
    self.init(
      height: height,
      capacity: capacity,
      isLeaf ? Array(repeating: nil, count: Self.width) : [],
      isLeaf ? [] : Array(repeating: nil, count: Self.width)
    )
  }

  /// Creates the root above a node that is full.
  convenience init(above node: SlotNode) {
    var nodes = [SlotNode?](repeating: nil, count: Self.width)
    nodes[0] = node
    self.init(height: node.height + 1, capacity: node.capacity * Self.width, [], nodes)
  }

  func object(at slot: Int) -> Object? {
    var (node, slot) = (self, slot)
    if slot >= capacity { return nil }
    while node.height > 0 {
      let below = node.capacity / Self.width
      guard let next = node.nodes[slot / below] else { return nil }
      (node, slot) = (next, slot % below)
    }
    return node.objects[slot]
  }

  func setting(_ object: Object?, at slot: Int) -> SlotNode {
    if height == 0 {
      var objects = objects
      objects[slot] = object
      return SlotNode(height: 0, capacity: capacity, objects, [])
    }
    let below = capacity / Self.width
    var nodes = nodes
    let node = nodes[slot / below] ?? SlotNode(height: height - 1)
    nodes[slot / below] = node.setting(object, at: slot % below)
    return SlotNode(height: height, capacity: capacity, [], nodes)
  }
}
