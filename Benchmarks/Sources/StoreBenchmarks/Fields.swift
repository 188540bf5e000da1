/// A thousand fields.
struct Fields: Sendable {
  var a = Hundred(), b = Hundred(), c = Hundred(), d = Hundred(), e = Hundred()
  var f = Hundred(), g = Hundred(), h = Hundred(), i = Hundred(), j = Hundred()

  struct Hundred: Sendable {
    var a = Ten(), b = Ten(), c = Ten(), d = Ten(), e = Ten(), f = Ten(), g = Ten(), h = Ten(),
      i = Ten(), j = Ten()
  }

  struct Ten: Sendable {
    var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0, j = 0
  }

  /// A hundred fields, each in another part of the state.
  static let parts: [any WritableKeyPath<Fields, Int> & Sendable] = [
    \.a.a.d, \.a.b.d, \.a.c.d, \.a.d.d, \.a.e.d, \.a.f.d, \.a.g.d, \.a.h.d, \.a.i.d, \.a.j.d,
    \.b.a.d, \.b.b.d, \.b.c.d, \.b.d.d, \.b.e.d, \.b.f.d, \.b.g.d, \.b.h.d, \.b.i.d, \.b.j.d,
    \.c.a.d, \.c.b.d, \.c.c.d, \.c.d.d, \.c.e.d, \.c.f.d, \.c.g.d, \.c.h.d, \.c.i.d, \.c.j.d,
    \.d.a.d, \.d.b.d, \.d.c.d, \.d.d.d, \.d.e.d, \.d.f.d, \.d.g.d, \.d.h.d, \.d.i.d, \.d.j.d,
    \.e.a.d, \.e.b.d, \.e.c.d, \.e.d.d, \.e.e.d, \.e.f.d, \.e.g.d, \.e.h.d, \.e.i.d, \.e.j.d,
    \.f.a.d, \.f.b.d, \.f.c.d, \.f.d.d, \.f.e.d, \.f.f.d, \.f.g.d, \.f.h.d, \.f.i.d, \.f.j.d,
    \.g.a.d, \.g.b.d, \.g.c.d, \.g.d.d, \.g.e.d, \.g.f.d, \.g.g.d, \.g.h.d, \.g.i.d, \.g.j.d,
    \.h.a.d, \.h.b.d, \.h.c.d, \.h.d.d, \.h.e.d, \.h.f.d, \.h.g.d, \.h.h.d, \.h.i.d, \.h.j.d,
    \.i.a.d, \.i.b.d, \.i.c.d, \.i.d.d, \.i.e.d, \.i.f.d, \.i.g.d, \.i.h.d, \.i.i.d, \.i.j.d,
    \.j.a.d, \.j.b.d, \.j.c.d, \.j.d.d, \.j.e.d, \.j.f.d, \.j.g.d, \.j.h.d, \.j.i.d, \.j.j.d,
  ]
}
