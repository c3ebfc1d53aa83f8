"""The game itself: seats, boards, cards, contracts, auctions and the score of a contract."""
