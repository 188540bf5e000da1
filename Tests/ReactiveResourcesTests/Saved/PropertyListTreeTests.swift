import Foundation
import Testing

@testable import ReactiveLoading
@testable import ReactiveResources

/// No bytes of a record end the process (V13).
@Suite struct `Foreign property lists` {
  private struct Tree: Codable, Hashable {
    var parts: [Tree] = []

    static func chain(_ depth: Int) -> Tree {
      (0..<depth).reduce(Tree()) { tree, _ in Tree(parts: [tree]) }
    }
  }

  private let codec = SavedCodec.propertyList(Tree.self, version: 1)

  private func decode(_ data: Data) throws -> Tree {
    try codec.decode(data, .distantPast).assumed(of: Tree.self).value
  }

  /// A list of objects at offsets of two bytes, with references of one byte.
  private func list(_ objects: [[UInt8]], count: UInt8? = nil, table: UInt8 = 0) -> Data {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
      bytes += object
    }
    let start = UInt8(bytes.count) &+ table
    let zeros = [UInt8](repeating: 0, count: 8)
    let sizes: [UInt8] = zeros.dropLast(2) + [2, 1]
    let number: [UInt8] = zeros.dropLast() + [count ?? UInt8(objects.count)]
    let trailer: [UInt8] = sizes + number + zeros + zeros.dropLast() + [start]
    return Data(bytes + offsets + trailer)
  }

  private static let name = [0x55] + Array("parts".utf8)

  @Test func `a tree is decoded`() throws {
    let leaf = list([[0xA1, 1], [0xD1, 2, 3], Self.name, [0xA0]])
    #expect(try decode(leaf) == Tree())
    for tree in [Tree(), .chain(3), Tree(parts: [.chain(2), .chain(2), Tree()])] {
      #expect(try decode(codec.encode(Box(tree))) == tree)
    }
    let wide = Tree(parts: (0..<300).map { .chain($0 % 3) })
    #expect(try decode(codec.encode(Box(wide))) == wide)
    // The root and each tree are two containers.
    #expect(try decode(codec.encode(Box(Tree.chain(254)))) == .chain(254))
  }

  @Test(
    arguments: [
      // The parts of a tree are its root; itself; its parts twice; references without an object.
      [[0xA1, 1], [0xD1, 2, 3], name, [0xA1, 1]], [[0xA1, 1], [0xD1, 2, 3], name, [0xA1, 3]],
      [[0xA1, 1], [0xD1, 2, 3], name, [0xA2, 4, 4], [0xD1, 2, 5], [0xA0]], [[0xA1, 9]],
      // Counts: without a number, of another kind, too large, negative.
      [[0xAF]], [[0xAF, 0x55]], [[0xAF, 0x13] + Array(repeating: 0x7F, count: 8)],
      [[0xAF, 0x13] + Array(repeating: 0xFF, count: 8)], [[0xAF, 0x1F]], [],
    ] as [[[UInt8]]]
  )
  func `a list that is no tree is an error`(_ objects: [[UInt8]]) {
    #expect(throws: CocoaError.self) { try decode(list(objects)) }
  }

  @Test func `a list that is too deep or malformed is an error`() throws {
    let deep = try codec.encode(Box(Tree.chain(300)))
    let valid = try codec.encode(Box(Tree.chain(1)))
    let text = try PropertyListSerialization.data(
      fromPropertyList: [["parts": []]],
      format: .xml,
      options: 0
    )
    let foreign = [deep, text, Data(), Data("bplist00".utf8), list([[0xA0]], count: 9)]
    for data in foreign + (0..<valid.count).map({ valid.prefix($0) }) {
      #expect(throws: CocoaError.self) { try decode(data) }
    }
    #expect(throws: CocoaError.self) { try decode(list([[0xA0]], table: 99)) }
  }
}
