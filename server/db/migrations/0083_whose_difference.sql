-- whose a payment is that only the gateway has: its customer's, or of a refund that of its payment
alter table gateway_listed
  add column customer text,
  add column payment text;
