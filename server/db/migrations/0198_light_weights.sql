-- six decimals of a weight are kept; without a scale, the rows aren't written again
alter table product alter column weight type numeric;
alter table product_before alter column weight type numeric;
