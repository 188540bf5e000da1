// error: value of type 'MarbleHot<String, Never>' has no member 'mapp'

import MarbleTesting

func mistakeInABody() {
  marbles { m in
    let query = m.hot("-a-b")
    m.expect(query.mapp { $0 }, "-a-b")
    m.at(.milliseconds(10)) { query.foo() }
  }
}
