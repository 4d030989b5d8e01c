"""Answers as a peer: chdb, which is ClickHouse in this process, reads the file."""

import json

import chdb
from report_answer import report_answer


def answer(file):
    quoted = file.replace("\\", "\\\\").replace("'", "\\'")
    sql = f"SELECT city, COUNT(*), AVG(amount) FROM file('{quoted}', CSVWithNames) GROUP BY city"
    return json.loads(str(chdb.query(sql, "JSONCompact")))["data"]


report_answer(answer)
