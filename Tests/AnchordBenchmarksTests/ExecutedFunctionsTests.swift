import Testing

@testable import AnchordBenchmarks

@Suite struct `Executed functions` {
    @Test func `are those of the program, without recursions`() {
        var functions = ExecutedFunctions()
        functions.add(
            """
            events: Ir
            ob=(1) /lib/libc.so.6
            fn=(1) malloc
            10 5
            cob=(2) /tmp/anchord
            cfn=(2) $s3two
            calls=1 0
            10 7
            ob=(2)
            fn=(2)
            20 7
            cfn=(3) $s3one'2
            calls=1 0
            20 8
            fn=(3)
            30 8
            fn=(4) (below main)
            40 1
            fn=(5) 0x00000000003947e0
            50 1
            """,
            of: "/anchord"
        )
        #expect(functions.text == "$s3one\n$s3two\n")
    }
}
