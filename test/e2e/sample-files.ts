// Small files the end-to-end tests ask.

export const sampleFiles: Readonly<Record<string, string>> = {
  'users.csv': [
    'id,name,age,city',
    '1,Ada,36,London',
    '2,Bo,27,Oslo',
    '3,Chi,45,London',
    '4,Dee,,Oslo',
    '',
  ].join('\n'),
  'types.csv': [
    'big,huge,float,flag,text,missing,day,moment,zoned',
    '9007199254740993,170141183460469231731687303715,1.5,true,"say ""hi""\t\\",,2024-01-15,2024-01-15T14:30:00,2024-01-15T14:30:00.25+01:00',
    '',
  ].join('\n'),
};
