"""Answers as a peer: Python's polars scans the file and answers by its SQL."""

import polars
from report_answer import report_answer


def answer(file):
    context = polars.SQLContext(orders=polars.scan_csv(file))
    sql = "SELECT city, COUNT(*) AS orders, AVG(amount) AS average FROM orders GROUP BY city"
    return context.execute(sql, eager=True).rows()


report_answer(answer)
