// error: cannot convert value of type 'String' to specified type 'Int'

import MarbleTesting

func typeMistakeInABody() {
  marbles { m in
    let query = m.hot("-a-b")
    let count: Int = "a"
    m.expect(query, "-a-b")
    print(count)
  }
}
