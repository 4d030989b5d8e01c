// Writes Parquet as another library does.
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';

export function writeParquet(columnData: ColumnSource[], rowGroupSize = 1000): Buffer {
  return Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize }));
}
